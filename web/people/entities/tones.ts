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

/** The colours of an obligation by how soon it is due. */
export const urgencyTones = { early: 'grey', far: 'blue', soon: 'gold', near: 'red', over: 'red' } as const
