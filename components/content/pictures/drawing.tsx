/** A place of a drawing: its name, and lines below it. */
interface Place {
  x: number;
  y: number;
  width: number;
  height: number;
  name: string;
  lines?: string[];
  /** A frame contains others. */
  look?: 'frame' | 'ink';
  /** Names from the code. */
  isCode?: boolean;
}

/** A line from place to place, with an arrow at its end unless it joins another. */
interface Track {
  /** The path of an SVG. */
  path: string;
  end?: { x: number; y: number; to: 'down' | 'right' | 'left' };
}

export interface Plan {
  width: number;
  height: number;
  /** Frames come before what they contain. */
  places: Place[];
  tracks: Track[];
}

interface DrawingProps extends Plan {
  title: string;
  /** The id of the text that describes it. */
  describedBy: string;
  className: string;
}

/** Places and the tracks between them. Readable on paper too: no meaning depends on color alone. */
export function Drawing({ width, height, places, tracks, title, describedBy, className }: DrawingProps) {
  const isFrame = ({ look }: Place) => look === 'frame';
  return (
    <svg
      role="img"
      aria-label={title}
      aria-describedby={describedBy}
      viewBox={`0 0 ${width} ${height}`}
      className={`drawing ${className}`}
    >
      {places.filter(isFrame).map((place) => (
        <DrawnPlace key={place.name} {...place} />
      ))}
      {tracks.map(({ path, end }) => (
        <g key={path} className="drawing-track">
          <path d={path} />
          {end && <path d={arrowAt(end)} />}
        </g>
      ))}
      {places
        .filter((place) => !isFrame(place))
        .map((place) => (
          <DrawnPlace key={place.name} {...place} />
        ))}
    </svg>
  );
}

function DrawnPlace({ x, y, width, height, name, lines = [], look, isCode }: Place) {
  return (
    <g className="drawing-place" data-look={look} data-code={isCode}>
      <rect x={x} y={y} width={width} height={height} rx={8} />
      <text x={x + 14} y={y + 26}>
        {name}
      </text>
      {lines.map((line, row) => (
        <text key={line} x={x + 14} y={y + 46 + row * 18} className="drawing-line">
          {line}
        </text>
      ))}
    </g>
  );
}

function arrowAt({ x, y, to }: NonNullable<Track['end']>): string {
  if (to === 'down') return `M${x - 5} ${y - 7}L${x} ${y}L${x + 5} ${y - 7}`;
  const back = to === 'right' ? -7 : 7;
  return `M${x + back} ${y - 5}L${x} ${y}L${x + back} ${y + 5}`;
}
