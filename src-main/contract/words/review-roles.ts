import type { ReviewedFile } from '../workspaces/workspace-review.ts';

/** Descriptions for people of what happens to a file of a workspace, by its role. */
export const ROLE_WORDS: Readonly<Record<ReviewedFile['role'], string>> = {
  system: 'makes the system prompt',
  tool: 'a tool',
  module: 'may be imported',
  program: 'may be executed',
  requirements: 'names packages to install',
  interpreter: 'part of its own Python',
  instructions: 'told to models',
  skill: 'told to models when they read it',
  schedule: 'a task by the clock, off for now',
  other: 'not run',
};
