import type { api, OutputOf } from '#/web/kernel/api.ts'

/** A template with its fields and editions. */
export type Template = OutputOf<typeof api.templates.get>
export type TemplateField = Template['fields'][number]
export type TemplatePlace = Template['places'][number]
