/** What a trail of money can begin at. */
export const trailKinds = ['batch', 'line', 'topup', 'voucher'] as const
export type TrailKind = (typeof trailKinds)[number]
