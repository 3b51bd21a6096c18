/** Which pods are idle by measured usage. {@link dev.plimsoll.model.usage.IdlePods} decides it. */
@NullMarked
package dev.plimsoll.model.usage;

import org.jspecify.annotations.NullMarked;
