/** What a promise rejects with; the test fails when it does not reject. */
export async function rejectionOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('Expected a rejection, but the call succeeded.');
}

/** What a function throws; the test fails when it does not throw. */
export function thrownBy(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  throw new Error('Expected an error, but the call succeeded.');
}
