import type { Report } from './run.ts';
import { reportRest } from './workspaces/at-rest.ts';
import { reportCalls, reportStops } from './workspaces/calls.ts';
import { reportOpening } from './workspaces/opening.ts';
import { sampleHosts } from './workspaces/sample-host.ts';
import { reportSkills } from './workspaces/skills.ts';

const PARTS = ['open', 'calls', 'skills', 'stops', 'rest'];

/** Agent workspaces: what their box and their limits cost beside a plain Python. */
export async function run(report: Report, parts: readonly string[]): Promise<void> {
  const wanted = new Set(parts.length === 0 ? PARTS : parts);
  if (wanted.has('skills')) await reportSkills(report);
  if (wanted.has('open')) await reportOpening(report);
  await using hosts = await sampleHosts();
  if (wanted.has('calls')) await reportCalls(report, hosts);
  if (wanted.has('stops')) await reportStops(report, hosts);
  if (wanted.has('rest')) await reportRest(report, hosts);
}
