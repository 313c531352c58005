import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { tags } from '@lezer/highlight'

/** Keys in the text colour, values in the accent colour, comments muted. */
export const highlight: Extension = syntaxHighlighting(
  HighlightStyle.define([
    { tag: tags.definition(tags.propertyName), class: 'yaml-key' },
    { tag: [tags.content, tags.string, tags.special(tags.string)], class: 'yaml-value' },
    { tag: tags.lineComment, class: 'yaml-comment' },
    { tag: [tags.separator, tags.punctuation, tags.squareBracket, tags.brace], class: 'yaml-mark' },
    { tag: [tags.labelName, tags.typeName, tags.meta, tags.keyword], class: 'yaml-name' },
  ]),
)
