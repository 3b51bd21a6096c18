/**
 * Validating admission policies: {@link
 * dev.plimsoll.model.admission.policy.ValidatingAdmissionPolicies}.
 */
@NullMarked
package dev.plimsoll.model.admission.policy;

import org.jspecify.annotations.NullMarked;
