/** The columns of a contact about whom the owner has noted nothing further. */
export const NO_DETAILS = {
  emailLabel: null,
  phoneLabel: null,
  websiteLabel: null,
  moreEmails: [],
  morePhones: [],
  moreWebsites: [],
  addresses: [],
  nickname: null,
  department: null,
  birthday: null,
  anniversary: null,
  tags: [],
  metAt: null,
  metPlace: null,
  metEvent: null,
  otherProperties: [],
};
