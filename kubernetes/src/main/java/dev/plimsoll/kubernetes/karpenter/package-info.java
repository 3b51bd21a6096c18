/**
 * The rules by which Karpenter adds nodes. Entry class: {@link
 * dev.plimsoll.kubernetes.karpenter.NodePoolMatch}.
 */
@NullMarked
package dev.plimsoll.kubernetes.karpenter;

import org.jspecify.annotations.NullMarked;
