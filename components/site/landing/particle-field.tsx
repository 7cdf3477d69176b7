import { ParallaxLayer } from './parallax-layer';

const between = (low: number, high: number) => low + Math.random() * (high - low);

// Drawn when the site is built: a static page with random places, and nothing to hydrate.
const particles = Array.from({ length: 20 }, (_, id) => ({
  id,
  style: {
    left: `${between(1, 99).toFixed(1)}%`,
    top: `${between(4, 96).toFixed(1)}%`,
    animationDelay: `${between(0, 5).toFixed(2)}s`,
    animationDuration: `${between(3, 7).toFixed(2)}s`,
  },
}));

/** The hero's decoration: 20 lights at random places, each with its own delay and duration (SPEC.md, section 9). */
export function ParticleField() {
  return (
    <ParallaxLayer>
      {particles.map(({ id, style }) => (
        <i key={id} data-particle style={style} />
      ))}
    </ParallaxLayer>
  );
}
