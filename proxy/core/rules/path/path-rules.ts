import type { Rule } from '../engine/rule.ts';
import additionalDirectoriesAreAbsolute from './additional-directories-are-absolute.ts';
import diffIsAbsolute from './diff-is-absolute.ts';
import fileIsAbsolute from './file-is-absolute.ts';
import lineCountsFromOne from './line-counts-from-one.ts';
import listedDirectoryIsAbsolute from './listed-directory-is-absolute.ts';
import locationIsAbsolute from './location-is-absolute.ts';
import mcpCommandIsAbsolute from './mcp-command-is-absolute.ts';
import terminalDirectoryIsAbsolute from './terminal-directory-is-absolute.ts';
import workingDirectoryIsAbsolute from './working-directory-is-absolute.ts';

/** Absolute, and lines from 1. */
export const pathRules: readonly Rule[] = [
  workingDirectoryIsAbsolute,
  additionalDirectoriesAreAbsolute,
  fileIsAbsolute,
  terminalDirectoryIsAbsolute,
  listedDirectoryIsAbsolute,
  locationIsAbsolute,
  diffIsAbsolute,
  mcpCommandIsAbsolute,
  lineCountsFromOne,
];
