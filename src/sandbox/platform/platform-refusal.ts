/** How the platform says no. Its error bodies are published nowhere; these name the reason. */
export class PlatformRefusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string) {
    super(`Refused: ${code}`);
    this.status = status;
    this.code = code;
  }
}
