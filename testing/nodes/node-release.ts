import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { Stop } from '@/scripts/console/stop.mjs';
import { runTool } from '@/scripts/setup/run-tool.mjs';
import { temporaryDirectory } from '@/testing/run/test-variables';

/** A version of Node, as the npm registry has it for each architecture, with the archives' hashes. */
interface NodeRelease {
  version: string;
  integrity: Partial<Record<string, string>>;
}

/** The oldest that is supported, and the newest of each line. */
export const nodeReleases: NodeRelease[] = [
  {
    version: '22.19.0',
    integrity: {
      x64: 'sha512-kjgmAijr2xPcEIrK1eky8L05W9pZcVUYihQbsN99F0zQP6VXX+DlAbSFbVre3bI7oLjtyUd10/vCdCkxfqnysw==',
    },
  },
  {
    version: '22.23.3',
    integrity: {
      x64: 'sha512-qHnz5tFsHoj/WM+uRENVjWONi5hVvmwrgq8A4V76KpuVNAc4+jwK8x4gwbobE9BtHNg/AKR2583eYorLF/c7ng==',
      arm64:
        'sha512-l3DAHZreylo+p9QXDtsOrjG2JXJqVzYXnAGmIQNOUNARcMppTO2cmewVQP+36tjJnSE+dzpMNtgW+c3oiDvXtA==',
    },
  },
  {
    version: '24.21.0',
    integrity: {
      x64: 'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
      arm64:
        'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
    },
  },
  {
    version: '26.10.0',
    integrity: {
      x64: 'sha512-OmAztarr1gK4PD+sNyoku4N5Q40d8eqMuLjNa/zRvxF33aCsVKVIQLs4V5HYPWSWWlMiTdkmbZE/6Phigma0hw==',
      arm64:
        'sha512-idArV/cmqW9M9ODyGlbOIiyxFourDh1mJB0SdKCdMbSZjjef9CLEN3o1/eE4yf+B0+5BD+F74MpTTHiB3XXTBQ==',
    },
  },
];

/**
 * Downloads a version of Node from the npm registry.
 *
 * @returns its folder, which has `bin/node`
 * @throws Stop if this machine has no such Node, or it can't be had, or it isn't the reviewed one
 */
export async function downloadNode({ version, integrity }: NodeRelease): Promise<string> {
  const expected = process.platform === 'linux' ? integrity[process.arch] : undefined;
  if (!expected)
    throw new Stop(
      `npm run test:node knows Node ${version} for Linux on ${Object.keys(integrity).join(' and ')} only. Run it there.`,
    );
  const folder = temporaryDirectory();
  const name = `node-linux-${process.arch}`;
  await runTool('npm', ['pack', `${name}@${version}`, '--pack-destination', folder], {
    advice: `Node ${version} couldn't be downloaded; the lines above say why.`,
  });
  const archive = path.join(folder, `${name}-${version}.tgz`);
  const actual = `sha512-${createHash('sha512').update(fs.readFileSync(archive)).digest('base64')}`;
  if (actual !== expected)
    throw new Stop(`${name}@${version} has another hash than testing/nodes/node-release.ts. Find out why.`);
  await runTool('tar', ['-xzf', archive, '-C', folder], {
    advice: `Node ${version} couldn't be unpacked; the lines above say why.`,
  });
  return path.join(folder, 'package');
}
