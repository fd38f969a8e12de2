import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type FieldRule, fieldsOf, maxPictures, stepsOf } from './application-fields.ts'

/** Returns a field as text: step, name, form, maximum length, keyboard, optional; encrypted kinds in brackets. */
const written = (field: FieldRule) =>
  [field.step, field.name, field.form, field.most, field.keys, field.isOptional && 'optional', field.choices?.join('|'), field.sealed && `[${field.sealed}]`]
    .filter(Boolean)
    .join(' ')

const bankFields = ['bank cardNo text 19 digits [card_no]', 'bank bankName text 60', 'bank bankMobile text 11 digits', 'centre centreId centre']

test('a unit’s form asks for company, contact, business and billing data in this order', () => {
  assert.deepEqual(fieldsOf('unit').map(written), [
    'company licence picture',
    'company name text 100',
    'company creditCode text 18 capitals',
    'company legalPerson text',
    'company legalIdFront picture',
    'company legalIdBack picture',
    'company legalIdNumber text 18 capitals [id_number]',
    'contact contactName text',
    'contact email text 254 email',
    'business industry text 30',
    'business mainBusiness long 500',
    'business bizKind choice ordinary|platform',
    'business mode choice 1|2',
    'business centreId centre',
    'business scenario long 1000',
    'business sitePhotos pictures',
    'billing taxNo text 20 capitals',
    'billing billingAddress text 120',
    'billing billingPhone text 20',
    'billing billingBank text 60',
    'billing billingAccount text 32 digits [account_no]',
  ])
})

test('an operator’s form asks for identity, trade, bank card and centre in this order', () => {
  assert.deepEqual(fieldsOf('operator').map(written), [
    'identity idFront picture',
    'identity idBack picture',
    'identity name text',
    'identity idNumber text 18 capitals [id_number]',
    'identity nation text 20 optional',
    'identity address text 120 [id_address]',
    'identity authority text 60',
    'identity validFrom day',
    'identity validTo day',
    'trade yztype choice 1|2',
    'trade sellsElsewhere choice optional no|yes',
    'trade shop choice existing|agency',
    'trade licence picture',
    'trade shopName text 100',
    'trade shopCreditCode text 18 capitals',
    'trade shopName1 text 30',
    'trade shopName2 text 30',
    'trade shopName3 text 30',
    'trade shopIndustry text 30',
    'trade bizScope long 500',
    'trade premises text 120',
    'trade explanation long 1000',
    'trade proofs pictures',
    ...bankFields,
  ])
})

test('the form for non-mainland IDs asks for identity, bank card and centre in this order', () => {
  assert.deepEqual(fieldsOf('international').map(written), [
    'identity certType choice passport|hk_macau_permit|hk_macau_residence|taiwan_permit|taiwan_residence|foreign_pr',
    'identity certFront picture',
    'identity certBack picture',
    'identity name text',
    'identity certNo text 18 capitals [id_number]',
    'identity nationality country',
    'identity sex choice M|F',
    'identity birth day',
    'identity validFrom day',
    'identity validTo day',
    'identity address text 120 [id_address]',
    'identity taxResidence choice resident|non_resident',
    'identity sellsElsewhere choice optional no|yes',
    'identity email text 254 email',
    ...bankFields.map((field) => field.replace('text 11 digits', 'text 24 tel')),
  ])
})

test('a partner’s form asks for subject, contact and settlement account in this order', () => {
  assert.deepEqual(
    fieldsOf('partner')
      .filter(({ name }) => name !== 'region')
      .map(written),
    [
      'subject subjectKind choice company|person',
      'subject licence picture',
      'subject idFront picture',
      'subject idBack picture',
      'subject name text 100',
      'subject creditCode text 18 capitals',
      'subject idNumber text 18 capitals [id_number]',
      'contact contactName text',
      'contact email text 254 email optional',
      'contact promotion long 500 optional',
      'settlement accountName text 100',
      'settlement accountBank text 60',
      'settlement accountNo text 32 digits [account_no]',
    ],
  )
})

test('each kind of registration has its own steps, with the confirmation last', () => {
  assert.deepEqual((['unit', 'partner', 'operator', 'international'] as const).map(stepsOf), [
    ['company', 'contact', 'business', 'billing', 'confirm'],
    ['subject', 'contact', 'settlement', 'confirm'],
    ['identity', 'trade', 'bank', 'centre', 'confirm'],
    ['identity', 'bank', 'centre', 'confirm'],
  ])
})

test('a field takes at most four pictures', () => {
  assert.equal(maxPictures, 4)
})
