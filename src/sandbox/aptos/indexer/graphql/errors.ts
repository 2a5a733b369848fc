/** A question that the endpoint refuses, in the words of the engine behind the public indexers. */
export class GraphqlError extends Error {
  override readonly name = 'GraphqlError';
  readonly path: string;
  readonly code: string;

  constructor(message: string, path: string, code = 'validation-failed') {
    super(message);
    this.path = path;
    this.code = code;
  }

  get json() {
    const { message, path, code } = this;
    return { errors: [{ message, extensions: { path, code } }] };
  }
}
