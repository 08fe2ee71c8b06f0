/** Whole lines of a file. */
export interface SnippetRange {
  /** 1-based. */
  readonly startLine: number;
  /** 1-based, inclusive. */
  readonly endLine: number;
  /** The lines as they are, with or without the line break after the last one. */
  readonly text: string;
  /** Where everybody who may see the repository can look at these lines, which the commit may have under other numbers. */
  readonly link?: string | undefined;
}

/** Selected code with its origin. */
export interface Snippet {
  /** Relative to the workspace, separated by `/` on every system. */
  readonly path: string;
  /** VS Code's language id. */
  readonly languageId: string;
  /** One for each selection. */
  readonly ranges: readonly SnippetRange[];
  /** The file on disk differs from what is shared. */
  readonly isUnsaved: boolean;
  /** There is no file on disk. */
  readonly isUntitled: boolean;
  /** The commit that holds these very lines, under these very numbers where there is no link: its whole id. */
  readonly commit?: string | undefined;
  /** The address of the file at the commit. */
  readonly link?: string | undefined;
}
