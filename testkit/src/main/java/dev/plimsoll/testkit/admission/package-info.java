/**
 * Who is asked before something is written; {@link dev.plimsoll.testkit.admission.Admission} is the
 * entry, {@link dev.plimsoll.testkit.admission.Webhooks} does it. Depends on access, patch, store,
 * http, api and json.
 */
@NullMarked
package dev.plimsoll.testkit.admission;

import org.jspecify.annotations.NullMarked;
