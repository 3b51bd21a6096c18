/**
 * From the JSON of the Kubernetes API to the model's slim objects; the entry is {@link
 * dev.plimsoll.kube.json.ObjectReader}. Fields that no rule reads are ignored, so that a newer API
 * server can be read too.
 */
@NullMarked
package dev.plimsoll.kube.json;

import org.jspecify.annotations.NullMarked;
