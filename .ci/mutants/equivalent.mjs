// Mutants that change nothing that could be seen, each with the reason. One that is not drawn any more fails the run.
export const EQUIVALENT = [];
