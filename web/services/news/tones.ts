export const tones = { draft: 'grey', scheduled: 'blue', published: 'green', withdrawn: 'red' } as const
