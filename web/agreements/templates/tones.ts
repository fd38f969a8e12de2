export const tones = { draft: 'grey', enabled: 'green', disabled: 'grey' } as const
