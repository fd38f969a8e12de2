/** The colours of a template's states. */
export const tones = { draft: 'grey', enabled: 'green', disabled: 'grey' } as const
