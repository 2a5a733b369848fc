// Holds the schemas of the v2 API against a newer document of the vendor (docs/provider.md).
//
//   npm run check:spec -- path/to/fb-unified-openapi.yaml
import { imported } from './bundle.mjs';

const { main } = await imported('test/provider/spec/main.ts');
process.exitCode = main(process.argv.slice(2));
