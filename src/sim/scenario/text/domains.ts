/** A thing that a service keeps: what its rows hold and which states they go through. */
export interface Entity {
  readonly name: string
  readonly plural: string
  readonly table: string
  readonly texts: readonly string[]
  readonly numbers: readonly string[]
  readonly times: readonly string[]
  readonly flags: readonly string[]
  readonly states: readonly string[]
}

/** A service that a coding agent works on. */
export interface Domain {
  readonly service: string
  /** First part of the service's error codes. */
  readonly prefix: string
  /** Key of its tickets. */
  readonly tickets: string
  /** What the service does, as its README would say it. */
  readonly purpose: string
  readonly entities: readonly Entity[]
}

/** Name and plural | texts | numbers | times | flags | states in the order they are passed through. */
function entity(line: string): Entity {
  const [names = '', texts = '', numbers = '', times = '', flags = '', states = ''] = line
    .split('|')
    .map((part) => part.trim())
  const [name = '', plural = ''] = names.split(' ')
  return {
    name,
    plural,
    table: plural.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase(),
    texts: texts.split(' '),
    numbers: numbers.split(' '),
    times: times.split(' '),
    flags: flags.split(' '),
    states: states.split(' '),
  }
}

/** The service whose HTTP clients are migrated. */
export const USER_SERVICE: Domain = Object.freeze({
  service: 'user-service',
  prefix: 'USR',
  tickets: 'PLAT',
  purpose: 'keeps accounts, profiles and consents, and talks to nine other services about them',
  entities: [
    entity(
      'Profile Profiles | displayName locale timezone | loginCount avatarBytes | updatedAt lastSeenAt | isPrivate | draft visible hidden',
    ),
    entity(
      'Session Sessions | deviceName country userAgent | renewals idleSeconds | openedAt expiresAt | isTrusted | pending active closed',
    ),
    entity(
      'Invoice Invoices | customerRef currency memo | amountCents lineCount | issuedAt dueAt | isDisputed | open paid void',
    ),
    entity(
      'Consent Consents | purpose channel policyRef | revision textBytes | grantedAt expiresAt | isImplied | asked granted revoked',
    ),
    entity(
      'Address Addresses | street postalCode region | latitudeE6 longitudeE6 | verifiedAt movedAt | isBilling | entered verified retired',
    ),
    entity(
      'Device Devices | model pushToken platform | osVersion batteryPercent | enrolledAt seenAt | isJailbroken | new bound revoked',
    ),
    entity(
      'Notice Notices | template channel subject | priority retries | queuedAt sentAt | isSilent | queued sent dropped',
    ),
    entity(
      'AuditEntry AuditEntries | actor action subject | sequence payloadBytes | recordedAt sealedAt | isRedacted | staged sealed purged',
    ),
    entity(
      'Membership Memberships | groupName role invitedBy | seatCount rank | joinedAt leftAt | isOwner | invited joined removed',
    ),
  ],
})

/** Services of the long session; the seed picks one. */
export const DOMAINS: readonly Domain[] = Object.freeze([
  {
    service: 'ledger-service',
    prefix: 'LDG',
    tickets: 'FIN',
    purpose: 'books postings in several currencies, closes periods and feeds the tax export',
    entities: [
      entity(
        'Posting Postings | accountRef currency memo | amountMinor lineCount | bookedAt valueDate | isReversal | draft booked reversed',
      ),
      entity(
        'Account Accounts | holderRef iban label | balanceMinor overdraftMinor | openedAt closedAt | isFrozen | pending open closed',
      ),
      entity(
        'ExchangeRate ExchangeRates | baseCurrency quoteCurrency provider | rateE8 spreadBps | quotedAt validUntil | isFixing | indicative firm expired',
      ),
      entity(
        'Period Periods | code region owner | postingCount varianceMinor | startsOn endsOn | isProvisional | open closing closed',
      ),
      entity(
        'TaxLine TaxLines | jurisdiction rateCode taxRef | baseMinor taxMinor | assessedAt filedAt | isExempt | computed filed amended',
      ),
      entity(
        'Statement Statements | accountRef format locale | pageCount closingMinor | generatedAt sentAt | isDuplicate | rendering ready archived',
      ),
      entity(
        'Transfer Transfers | sourceRef targetRef purpose | amountMinor feeMinor | requestedAt settledAt | isUrgent | requested cleared failed',
      ),
      entity(
        'Reconciliation Reconciliations | feedName batchRef reviewer | matchedCount openCount | startedAt signedAt | isForced | running matched rejected',
      ),
    ],
  },
  {
    service: 'booking-api',
    prefix: 'BKG',
    tickets: 'TRIP',
    purpose: 'sells seats and rooms, holds them while people pay, and settles with partners',
    entities: [
      entity(
        'Reservation Reservations | bookingRef guestName channel | partySize totalCents | arrivesAt holdUntil | isFlexible | held confirmed cancelled',
      ),
      entity(
        'Offer Offers | offerRef ratePlan market | priceCents seatsLeft | publishedAt expiresAt | isPackage | drafted live withdrawn',
      ),
      entity(
        'Room Rooms | roomNumber wing bedding | capacity floorArea | cleanedAt blockedUntil | isAccessible | free taken closed',
      ),
      entity(
        'Payment Payments | processorRef currency scheme | amountCents attempts | authorizedAt capturedAt | isPartial | authorized captured refunded',
      ),
      entity(
        'Partner Partners | legalName settlementIban country | commissionBps creditCents | signedAt reviewedAt | isSuspended | applied active ended',
      ),
      entity(
        'Itinerary Itineraries | travellerRef cityPair fareClass | legCount distanceKm | departsAt ticketedAt | isOpenJaw | quoted ticketed flown',
      ),
      entity(
        'Voucher Vouchers | code campaign issuedTo | faceCents usesLeft | validFrom validUntil | isTransferable | minted redeemed lapsed',
      ),
      entity(
        'WaitlistEntry WaitlistEntries | guestRef resourceRef contact | position partySize | joinedAt notifiedAt | isPriority | waiting offered dropped',
      ),
    ],
  },
  {
    service: 'fleet-tracker',
    prefix: 'FLT',
    tickets: 'ROAD',
    purpose: 'follows vehicles, plans their maintenance and pays drivers by trip',
    entities: [
      entity(
        'Vehicle Vehicles | plate vin depot | odometerKm payloadKg | registeredAt inspectedAt | isLeased | idle driving retired',
      ),
      entity(
        'Trip Trips | tripRef originHub targetHub | distanceMeters stopCount | startedAt arrivedAt | isDeadhead | planned rolling done',
      ),
      entity(
        'Position Positions | deviceRef geohash source | speedKmh accuracyM | measuredAt receivedAt | isEstimated | raw snapped discarded',
      ),
      entity(
        'WorkOrder WorkOrders | garageRef faultCode mechanic | laborMinutes partsCents | openedAt finishedAt | isRecall | reported scheduled fixed',
      ),
      entity(
        'Driver Drivers | licenceRef homeDepot phone | dutyMinutes scorePoints | hiredAt restUntil | isContractor | off duty resting',
      ),
      entity(
        'FuelReceipt FuelReceipts | stationRef cardRef product | volumeMl priceCents | pumpedAt matchedAt | isForeign | scanned matched disputed',
      ),
      entity(
        'Geofence Geofences | zoneName polygonRef owner | radiusM priority | activeFrom activeUntil | isExclusion | sketched armed disarmed',
      ),
      entity(
        'Alert Alerts | ruleRef vehicleRef channel | severity repeats | raisedAt ackedAt | isMuted | raised acked cleared',
      ),
    ],
  },
  {
    service: 'clinic-scheduler',
    prefix: 'CLN',
    tickets: 'CARE',
    purpose: 'books appointments across sites, keeps waiting lists and reminds patients',
    entities: [
      entity(
        'Appointment Appointments | patientRef serviceCode siteCode | durationMinutes overbookCount | startsAt bookedAt | isRemote | requested booked cancelled',
      ),
      entity(
        'Practitioner Practitioners | registryRef specialty language | panelSize dailyLimit | licensedAt onLeaveUntil | isVisiting | invited active departed',
      ),
      entity(
        'Slot Slots | rosterRef roomRef serviceCode | lengthMinutes capacity | opensAt releasedAt | isProtected | open taken blocked',
      ),
      entity(
        'Reminder Reminders | contactRef template channel | leadMinutes attempts | dueAt deliveredAt | isOptedOut | queued delivered bounced',
      ),
      entity(
        'Referral Referrals | senderRef reason urgency | waitDays pageCount | receivedAt triagedAt | isRejected | received triaged closed',
      ),
      entity(
        'Roster Rosters | siteCode shiftName planner | slotCount minutesPlanned | startsOn publishedAt | isTemplate | sketched published frozen',
      ),
      entity(
        'Encounter Encounters | chartRef billingCode outcome | minutesSeen itemsBilled | checkedInAt leftAt | isFollowUp | arrived seen billed',
      ),
      entity(
        'Waitlist Waitlists | listName serviceCode criteria | length medianDays | openedAt reviewedAt | isPaused | open full closed',
      ),
    ],
  },
])
