export const templateTones = { draft: 'grey', enabled: 'green', disabled: 'grey' } as const
