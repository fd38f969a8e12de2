export const articleTones = { draft: 'grey', scheduled: 'blue', published: 'green', withdrawn: 'red' } as const
