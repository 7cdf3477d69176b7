import { ArcElement, type ChartType, type Plugin } from 'chart.js';

/** What is written on the slices: the colour of each number, in the slices' order, and the face. */
interface SliceNumberOptions {
  colors: string[];
  family: string;
}

declare module 'chart.js' {
  interface PluginOptionsByType<TType extends ChartType> {
    sliceNumbers?: TType extends 'pie' ? SliceNumberOptions : never;
  }
}

/** A slice narrower than this, in radians, has no room for its number. */
const narrow = 0.22;

/** Writes on each slice the number that it has in the legend, so that slices are told apart without their colours. */
export const sliceNumbers: Plugin<'pie', SliceNumberOptions> = {
  id: 'sliceNumbers',
  afterDatasetsDraw(chart, _args, { colors, family }) {
    const { ctx } = chart;
    ctx.save();
    ctx.font = `600 13px ${family}`;
    ctx.textAlign = 'center';
    ctx.textBaseline = 'middle';
    for (const [index, slice] of chart.getDatasetMeta(0).data.entries()) {
      if (!(slice instanceof ArcElement) || slice.circumference < narrow) continue;
      const angle = (slice.startAngle + slice.endAngle) / 2;
      const away = slice.outerRadius * 0.72;
      ctx.fillStyle = colors[index] ?? '';
      ctx.fillText(String(index + 1), slice.x + Math.cos(angle) * away, slice.y + Math.sin(angle) * away);
    }
    ctx.restore();
  },
};
