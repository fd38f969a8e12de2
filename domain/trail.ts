/** What a trail of money can begin at; a filing is what a registered business declared by itself. */
export const trailKinds = ['batch', 'line', 'topup', 'voucher', 'invoice', 'certificate', 'filing'] as const
export type TrailKind = (typeof trailKinds)[number]
