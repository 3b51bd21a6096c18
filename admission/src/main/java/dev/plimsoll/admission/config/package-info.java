/**
 * The part of the service's configuration file that the role {@code admission} has to itself:
 * {@link dev.plimsoll.admission.config.AdmissionServiceConfiguration}.
 */
@NullMarked
package dev.plimsoll.admission.config;

import org.jspecify.annotations.NullMarked;
