// A plugin of typedoc: the methods of a vault come from its gateway's by a mapped type, which has lost their texts.
// Editors show them all the same; here they are copied.
import { Converter, ReflectionKind } from 'typedoc';

const OF_GATEWAY = /^(\w+)Vault$/;

function signaturesOf(reflection) {
  return reflection?.signatures ?? reflection?.type?.declaration?.signatures ?? [];
}

/** The text of a method of the gateway, as far as it is true of one vault too: examples call the gateway. */
function textFor(comment) {
  const copy = comment.clone();
  copy.blockTags = copy.blockTags.filter(({ tag }) => tag !== '@example');
  return copy;
}

function copyTexts(vault, gateway) {
  for (const method of vault.children ?? []) {
    const sources = signaturesOf(gateway.getChildByName([method.name]));
    for (const [at, signature] of signaturesOf(method).entries()) {
      const source = sources[at];
      if (!source?.comment || signature.comment) continue;
      signature.comment = textFor(source.comment);
      for (const parameter of signature.parameters ?? []) {
        const same = source.parameters?.find(({ name }) => name === parameter.name);
        parameter.comment ??= same?.comment?.clone();
      }
    }
  }
}

export function load(app) {
  app.converter.on(Converter.EVENT_RESOLVE_END, ({ project }) => {
    for (const vault of project.getReflectionsByKind(ReflectionKind.Interface)) {
      const [, chain] = OF_GATEWAY.exec(vault.name) ?? [];
      const gateway = chain && vault.parent?.getChildByName([`${chain}Gateway`]);
      if (gateway) copyTexts(vault, gateway);
    }
  });
}
