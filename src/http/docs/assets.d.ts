// What the build makes beside the code, each a module that exports text: see `.ci/build.mjs`.
declare module '#assets/*' {
  const text: string;
  export default text;
}
