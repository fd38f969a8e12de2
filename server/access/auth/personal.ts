import { type SqlBool, sql } from 'kysely'
import { userStatusNames } from '#/api/access/users.texts.ts'
import { byAccount, type PersonalPart, personalPart } from '#/server/kernel/declarations/personal.ts'

export const personalParts: readonly PersonalPart[] = [
  personalPart('app_user', {
    category: 'account',
    of: ({ operatorId }) => sql<SqlBool>`row.operator_id = ${operatorId}`,
    shows: ['username', 'name', 'status', 'mobile', 'email', 'last_login_at', 'password_changed_at', 'created_at'],
    words: { status: userStatusNames },
    isPrivate: true,
  }),
  personalPart('login_address', { category: 'account', of: byAccount, shows: ['address', 'seen_at', 'failures'], isPrivate: true }),
  personalPart('passkey', { category: 'account', of: byAccount, shows: ['name', 'created_at', 'last_used_at'], isPrivate: true }),
  personalPart('second_factor', { category: 'account', of: byAccount, shows: ['confirmed_at'], isPrivate: true }),
]
