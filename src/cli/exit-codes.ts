// As `--help` lists them; 0 is done.

export const FAILED = 1;
export const MISTAKE = 2;
export const NOT_FINAL = 3;
