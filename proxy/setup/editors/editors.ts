import type { Editor } from '../editor.ts';
import { emacs } from './emacs.ts';
import { jetbrains } from './jetbrains.ts';
import { neovim } from './neovim.ts';
import { vscode } from './vscode.ts';
import { zed } from './zed.ts';

/** All editors that acptap knows, in the order in which it lists them. */
export const editors: readonly Editor[] = [zed, jetbrains, vscode, neovim, emacs];
