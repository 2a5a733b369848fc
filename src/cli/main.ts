#!/usr/bin/env node
import { runCommand } from './commands.js';
import { ownTerminal } from './terminal.js';

runCommand(process.argv.slice(2), ownTerminal()).then((code) => {
  process.exitCode = code;
});
