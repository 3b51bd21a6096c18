/**
 * Validating admission policies: {@link
 * dev.plimsoll.kubernetes.admission.policy.ValidatingAdmissionPolicies}.
 */
@NullMarked
package dev.plimsoll.kubernetes.admission.policy;

import org.jspecify.annotations.NullMarked;
