/**
 * Admission before writes; {@link dev.plimsoll.testkit.admission.Admission} is the entry, {@link
 * dev.plimsoll.testkit.admission.Webhooks} calls the webhooks. Depends on access, patch, store,
 * http, api and json.
 */
@NullMarked
package dev.plimsoll.testkit.admission;

import org.jspecify.annotations.NullMarked;
