/** Merges manifests into stored objects as {@code kubectl apply} does, and compares fields. */
@NullMarked
package dev.plimsoll.kubernetes.apply;

import org.jspecify.annotations.NullMarked;
