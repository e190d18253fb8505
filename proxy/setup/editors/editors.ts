import type { Editor } from '../editor.ts';
import { emacs } from './emacs.ts';
import { jetbrains } from './jetbrains.ts';
import { neovim } from './neovim.ts';
import { vscode } from './vscode.ts';
import { zed } from './zed.ts';

/** All supported editors, in the order of lists. */
export const editors: readonly Editor[] = [zed, jetbrains, vscode, neovim, emacs];
