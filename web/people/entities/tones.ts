/** The colours of a business's states. */
export const entityTones = {
  editing: 'grey',
  registering: 'blue',
  bank: 'blue',
  tax: 'blue',
  operating: 'green',
  abnormal: 'red',
  cancelling: 'gold',
  cancelled: 'grey',
} as const

/** The colours of how near the end of an obligation is. */
export const urgencyTones = { early: 'grey', far: 'blue', soon: 'gold', near: 'red', over: 'red' } as const
