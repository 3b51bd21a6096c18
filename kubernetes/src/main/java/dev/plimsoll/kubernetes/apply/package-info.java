/** What {@code kubectl apply} makes of a stored object and its manifest. */
@NullMarked
package dev.plimsoll.kubernetes.apply;

import org.jspecify.annotations.NullMarked;
