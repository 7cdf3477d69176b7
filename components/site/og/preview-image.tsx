import { brand } from '@/lib/config/brand';

const [ink, signal, text, muted, rule] = ['#0b1210', '#3ddc8b', '#eef4f1', '#a9b7b1', '#2f4139'];

interface PreviewImageProps {
  title: string;
  /** The part of the site that the page is in: `Documentation`. */
  section: string;
  description: string;
}

/** The preview of a link to a page. Drawn by Satori, which supports only inline styles and flex boxes. */
export function PreviewImage({ title, section, description }: PreviewImageProps) {
  return (
    <div
      style={{
        display: 'flex',
        flexDirection: 'column',
        justifyContent: 'space-between',
        width: '100%',
        height: '100%',
        padding: '60px 80px 56px',
        color: text,
        backgroundColor: ink,
        backgroundImage: 'radial-gradient(circle at 85% 40%, #143325, #0b1210 60%)',
        fontFamily: 'Inter',
      }}
    >
      <div style={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between' }}>
        <div style={{ display: 'flex', alignItems: 'center', gap: 18, fontSize: 36, fontWeight: 600 }}>
          <Mark />
          {brand.name}
        </div>
        <div style={{ fontSize: 28, color: muted }}>{section}</div>
      </div>
      <div style={{ display: 'flex', flexDirection: 'column', gap: 24 }}>
        <div
          style={{
            display: 'block',
            maxWidth: 1000,
            fontSize: title.length > 42 ? 60 : 76,
            fontWeight: 600,
            lineHeight: 1.12,
            letterSpacing: '-0.02em',
            textWrap: 'balance',
          }}
        >
          {title}
        </div>
        <div
          style={{
            display: 'block',
            maxWidth: 940,
            fontSize: 30,
            lineHeight: 1.4,
            color: muted,
            lineClamp: 3,
          }}
        >
          {description}
        </div>
      </div>
      <Tracks />
    </div>
  );
}

const Mark = () => (
  <svg
    aria-hidden="true"
    width="58"
    height="58"
    viewBox="0 0 26 26"
    fill="none"
    strokeWidth="2.2"
    strokeLinecap="round"
  >
    <path d="M3 13h6c5 0 5-7 10-7h4" stroke="#5e6b66" />
    <path d="M3 13h6c5 0 5 7 10 7h4" stroke={signal} />
    <circle cx="9" cy="13" r="2.4" fill={ink} stroke="#e9efec" />
  </svg>
);

/** The switch of the landing page: two tracks are blocked, and the third is taken. */
const Tracks = () => (
  <svg aria-hidden="true" width="1040" height="92" viewBox="0 0 1040 92" fill="none" strokeWidth="3">
    <path d="M300 46c70 0 70-36 140-36h592M300 46h732" stroke={rule} />
    <path d="M4 46h296c70 0 70 36 140 36h592" stroke={signal} />
    <circle cx="4" cy="46" r="4" fill={signal} />
    <circle cx="760" cy="10" r="7" fill="#e5645a" />
    <circle cx="860" cy="46" r="7" fill="#e0a33a" />
    <circle cx="1032" cy="82" r="7" fill={signal} />
    <circle cx="300" cy="46" r="11" fill={ink} stroke={text} />
  </svg>
);
