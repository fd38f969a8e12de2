export const disputeTones = { open: 'gold', kept: 'green', ended: 'red', withdrawn: 'grey' } as const
