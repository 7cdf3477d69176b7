import { brand } from '@/lib/config/brand';

const ink = '#0b1210';
const signal = '#3ddc8b';

/** The preview of a link to a page. Drawn by Satori, which supports only inline styles and flex boxes. */
export function PreviewImage({ title }: { title: string }) {
  return (
    <div
      style={{
        display: 'flex',
        flexDirection: 'column',
        justifyContent: 'space-between',
        width: '100%',
        height: '100%',
        padding: '72px 80px',
        color: '#eef4f1',
        backgroundColor: ink,
        backgroundImage: 'radial-gradient(circle at 85% 40%, #143325, #0b1210 60%)',
        fontFamily: 'Inter',
      }}
    >
      <div style={{ display: 'flex', alignItems: 'center', gap: 20, fontSize: 40, fontWeight: 600 }}>
        <svg
          aria-hidden="true"
          width="64"
          height="64"
          viewBox="0 0 26 26"
          fill="none"
          strokeWidth="2.2"
          strokeLinecap="round"
        >
          <path d="M3 13h6c5 0 5-7 10-7h4" stroke="#5e6b66" />
          <path d="M3 13h6c5 0 5 7 10 7h4" stroke={signal} />
          <circle cx="9" cy="13" r="2.4" fill={ink} stroke="#e9efec" />
        </svg>
        {brand.name}
      </div>
      <div
        style={{
          display: 'block',
          maxWidth: 980,
          fontSize: title.length > 42 ? 68 : 84,
          fontWeight: 600,
          lineHeight: 1.12,
          letterSpacing: '-0.02em',
          lineClamp: 3,
          textWrap: 'balance',
        }}
      >
        {title}
      </div>
      <div style={{ display: 'flex', alignItems: 'center', gap: 16, fontSize: 30, color: '#a9b7b1' }}>
        <div style={{ width: 14, height: 14, borderRadius: 7, backgroundColor: signal }} />
        AI workflow orchestration for developers
      </div>
    </div>
  );
}
