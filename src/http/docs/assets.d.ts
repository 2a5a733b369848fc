// Assets that the build adds to the code, each a module that exports text: see `.ci/build.mjs`.
declare module '#assets/*' {
  const text: string;
  export default text;
}
