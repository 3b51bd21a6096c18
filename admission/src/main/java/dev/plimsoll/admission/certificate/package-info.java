/**
 * The webhook's own certificates: a CA, what it signs, and the caBundle of the webhook
 * configurations. The entry is {@link dev.plimsoll.admission.certificate.WebhookCertificates}.
 */
@NullMarked
package dev.plimsoll.admission.certificate;

import org.jspecify.annotations.NullMarked;
