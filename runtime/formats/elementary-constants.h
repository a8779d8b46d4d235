// Constants of the elementary functions as four doubles each, largest first, every part the nearest double to what the parts
// before it leave; fp64x2 takes the first two. Computed with mpmath at 2200 bits.
#pragma once

#include "format-traits.h"
#include "quad-word.h"
#include "double-word.h"

namespace mx_runtime {
namespace detail {

template <class W> struct take_constant;
template <> struct take_constant<fp64x2> {
  static MX_HD fp64x2 of(const double *parts) { return {parts[0], parts[1]}; }
};
template <> struct take_constant<fp64x4> {
  static MX_HD fp64x4 of(const double *parts) { return {parts[0], parts[1], parts[2], parts[3]}; }
};

/** ln 2 = first + second + rest: the first two have at most 40 bits, so that their product with an exponent is exact. */
constexpr double ln2_first = 0x1.62e42fefa2000p-1, ln2_second = 0x1.9ef35793c6000p-41;

/** ln 2 − first − second */
template <class W> MX_HD W ln2_rest() {
  static constexpr double parts[4] = {0x1.673007e5ed5e8p-81, 0x1.e6864ce5316c6p-137, -0x1.3af974523a2a8p-191, -0x1.750611e277e48p-246};
  return take_constant<W>::of(parts);
}

/** ln 2 */
template <class W> MX_HD W ln2() {
  static constexpr double parts[4] = {0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56, 0x1.7b57a079a1934p-111, -0x1.ace93a4ebe5d1p-165};
  return take_constant<W>::of(parts);
}

/** π/2 */
template <class W> MX_HD W half_pi() {
  static constexpr double parts[4] = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54, -0x1.f1976b7ed8fbcp-110, 0x1.4cf98e804177dp-164};
  return take_constant<W>::of(parts);
}

/** 1/i!, i = 0…47 */
template <class W> MX_HD W inverse_factorial(int i) {
  static constexpr double table[][4] = {
      {0x1.0000000000000p+0, 0.0, 0.0, 0.0},
      {0x1.0000000000000p+0, 0.0, 0.0, 0.0},
      {0x1.0000000000000p-1, 0.0, 0.0, 0.0},
      {0x1.5555555555555p-3, 0x1.5555555555555p-57, 0x1.5555555555555p-111, 0x1.5555555555555p-165},
      {0x1.5555555555555p-5, 0x1.5555555555555p-59, 0x1.5555555555555p-113, 0x1.5555555555555p-167},
      {0x1.1111111111111p-7, 0x1.1111111111111p-63, 0x1.1111111111111p-119, 0x1.1111111111111p-175},
      {0x1.6c16c16c16c17p-10, -0x1.f49f49f49f49fp-65, -0x1.27d27d27d27d2p-119, -0x1.f49f49f49f49fp-173},
      {0x1.a01a01a01a01ap-13, 0x1.a01a01a01a01ap-73, 0x1.a01a01a01a01ap-133, 0x1.a01a01a01a01ap-193},
      {0x1.a01a01a01a01ap-16, 0x1.a01a01a01a01ap-76, 0x1.a01a01a01a01ap-136, 0x1.a01a01a01a01ap-196},
      {0x1.71de3a556c734p-19, -0x1.c154f8ddc6c00p-73, 0x1.71de3a556c734p-127, -0x1.c154f8ddc6c00p-181},
      {0x1.27e4fb7789f5cp-22, 0x1.cbbc05b4fa99ap-76, -0x1.c6d278883e8f5p-132, 0x1.95567d3a50ccep-186},
      {0x1.ae64567f544e4p-26, -0x1.c062e06d1f209p-80, 0x1.c7880adcbc46ep-136, -0x1.5553a6f0fed60p-190},
      {0x1.1eed8eff8d898p-29, -0x1.2aec959e14c06p-83, 0x1.2fb0073dd2d9ep-139, 0x1.c71d90b4ab715p-193},
      {0x1.6124613a86d09p-33, 0x1.f28e0cc748ebep-87, -0x1.7b2c4c8a840bcp-141, 0x1.c71cca1034c07p-195},
      {0x1.93974a8c07c9dp-37, 0x1.05d6f8a2efd1fp-92, 0x1.3aa3346236a5dp-147, 0x1.d75f096ea801ep-201},
      {0x1.ae7f3e733b81fp-41, 0x1.1d8656b0ee8cbp-97, -0x1.6e142a138f825p-157, 0x1.43c0c38ccdcc6p-212},
      {0x1.ae7f3e733b81fp-45, 0x1.1d8656b0ee8cbp-101, -0x1.6e142a138f825p-161, 0x1.43c0c38ccdcc6p-216},
      {0x1.952c77030ad4ap-49, 0x1.ac981465ddc6cp-103, -0x1.588b72e53bc5fp-165, 0x1.7079e8909271ap-221},
      {0x1.6827863b97d97p-53, 0x1.eec01221a8b0bp-107, -0x1.568798662118bp-161, 0x1.f00d8b9e49291p-222},
      {0x1.2f49b46814157p-57, 0x1.2650f61dbdcb4p-112, -0x1.69502917cbf3bp-166, 0x1.e35fbddac4553p-223},
      {0x1.e542ba4020225p-62, 0x1.ea72b4afe3c2fp-120, -0x1.44020dfd65c8cp-174, -0x1.6e69b50fc88abp-231},
      {0x1.71b8ef6dcf572p-66, -0x1.d043ae40c4647p-120, 0x1.486121e81d5fep-176, -0x1.2d4ba8e1e64c7p-230},
      {0x1.0ce396db7f853p-70, -0x1.aebcdbd20331cp-124, -0x1.38a88578b4d75p-178, 0x1.c0fbc29694fb8p-233},
      {0x1.761b41316381ap-75, -0x1.3423c7d91404fp-130, 0x1.e6135bfc1194ap-185, -0x1.ba7b1a3077b39p-239},
      {0x1.f2cf01972f578p-80, -0x1.9ada5fcc1ab14p-135, 0x1.440ce7fd610dcp-189, -0x1.26fcbc204fcd1p-243},
      {0x1.3f3ccdd165fa9p-84, -0x1.58ddadf344487p-139, -0x1.e8ed8001ad67ep-193, 0x1.80a5edffcced7p-247},
      {0x1.88e85fc6a4e5ap-89, -0x1.71c37ebd16540p-143, 0x1.494676265a364p-197, -0x1.397b40007db79p-253},
      {0x1.d1ab1c2dccea3p-94, 0x1.054d0c78aea14p-149, -0x1.196bf16c33a56p-203, 0x1.f0e65ed04d346p-257},
      {0x1.0a18a2635085dp-98, 0x1.b9e2e28e1aa54p-153, 0x1.a8549a9d99586p-207, -0x1.141dcc8cc5668p-266},
      {0x1.259f98b4358adp-103, 0x1.eaf8c39dd9bc5p-157, -0x1.6e29990a26fb6p-211, -0x1.2d867809b5568p-267},
      {0x1.3932c5047d60ep-108, 0x1.832b7b530a627p-162, 0x1.5d2c61f6d124cp-218, 0x1.f192b328d82c4p-272},
      {0x1.434d2e783f5bcp-113, 0x1.0b87b91be9affp-167, 0x1.c89db1796db75p-224, -0x1.8923b7699c8bep-278},
      {0x1.434d2e783f5bcp-118, 0x1.0b87b91be9affp-172, 0x1.c89db1796db75p-229, -0x1.8923b7699c8bep-283},
      {0x1.3981254dd0d52p-123, -0x1.2b1f4c8015a2fp-177, -0x1.d82af23edb6dbp-231, 0x1.a1cd20123a99bp-285},
      {0x1.2710231c0fd7ap-128, 0x1.3f8a2b4af9d6bp-184, 0x1.c32215a9f317ep-238, -0x1.d451e158a1205p-293},
      {0x1.0dc59c716d91fp-133, 0x1.419e3fad3f031p-188, 0x1.d9d7ed1981ffcp-244, -0x1.345ea5d66a84bp-300},
      {0x1.df983290c2ca9p-139, 0x1.5835c6895393bp-194, -0x1.0578f45b1aaaep-249, -0x1.281508688972dp-303},
      {0x1.9ec8d1c94e85bp-144, -0x1.670e9d4784ec6p-201, 0x1.79fe5954939a2p-255, 0x1.82e418d9b0c9ep-311},
      {0x1.5d4acb9c0c3abp-149, -0x1.6ec2c8f5b13b2p-205, 0x1.e2860aaa59188p-259, -0x1.866eba0408569p-313},
      {0x1.1e99449a4bacep-154, -0x1.fefbb89514b3cp-210, -0x1.53433f743a2d9p-264, 0x1.25f70d1395dd7p-320},
      {0x1.ca8ed42a12ae3p-160, 0x1.a07244abad2abp-224, 0x1.facdac6fb71b7p-278, -0x1.ca2f486d514e1p-339},
      {0x1.65e61c39d0241p-165, -0x1.c0ed181727269p-220, -0x1.abbd2f56bbc2fp-276, -0x1.18ff57fdc2e4ep-330},
      {0x1.10af527530de8p-170, 0x1.b626c912ee5c8p-225, 0x1.349f032c6e859p-279, -0x1.ec616617f45c6p-333},
      {0x1.95db45257e512p-176, 0x1.6e5d72b6f79b9p-231, 0x1.b830cf0b5b5c6p-291, 0x1.29276833f5728p-345},
      {0x1.272b1b03fec6ap-181, 0x1.3f67cc9f9fdb8p-235, -0x1.71dcd047354c9p-289, -0x1.c3f29289464c4p-346},
      {0x1.a3cb872220648p-187, -0x1.c7f4e85b8e6cdp-241, -0x1.413a0bc5fc28ap-295, -0x1.16ae534063fabp-352},
      {0x1.240804f659510p-192, 0x1.8b291b93c9718p-246, 0x1.096c752f5341fp-301, -0x1.c12972a70641ep-355},
      {0x1.8da8e0a127ebap-198, -0x1.21d2eac9d275cp-252, -0x1.ad541d26964afp-306, -0x1.1c066ebdf95dep-360},
  };
  return take_constant<W>::of(table[i]);
}

/** 1/(2i+1), i = 0…23 */
template <class W> MX_HD W inverse_odd(int i) {
  static constexpr double table[][4] = {
      {0x1.0000000000000p+0, 0.0, 0.0, 0.0},
      {0x1.5555555555555p-2, 0x1.5555555555555p-56, 0x1.5555555555555p-110, 0x1.5555555555555p-164},
      {0x1.999999999999ap-3, -0x1.999999999999ap-57, 0x1.999999999999ap-111, -0x1.999999999999ap-165},
      {0x1.2492492492492p-3, 0x1.2492492492492p-57, 0x1.2492492492492p-111, 0x1.2492492492492p-165},
      {0x1.c71c71c71c71cp-4, 0x1.c71c71c71c71cp-58, 0x1.c71c71c71c71cp-112, 0x1.c71c71c71c71cp-166},
      {0x1.745d1745d1746p-4, -0x1.745d1745d1746p-59, 0x1.745d1745d1746p-114, -0x1.745d1745d1746p-169},
      {0x1.3b13b13b13b14p-4, -0x1.3b13b13b13b14p-58, 0x1.3b13b13b13b14p-112, -0x1.3b13b13b13b14p-166},
      {0x1.1111111111111p-4, 0x1.1111111111111p-60, 0x1.1111111111111p-116, 0x1.1111111111111p-172},
      {0x1.e1e1e1e1e1e1ep-5, 0x1.e1e1e1e1e1e1ep-61, 0x1.e1e1e1e1e1e1ep-117, 0x1.e1e1e1e1e1e1ep-173},
      {0x1.af286bca1af28p-5, 0x1.af286bca1af28p-59, 0x1.af286bca1af28p-113, 0x1.af286bca1af28p-167},
      {0x1.8618618618618p-5, 0x1.8618618618618p-59, 0x1.8618618618618p-113, 0x1.8618618618618p-167},
      {0x1.642c8590b2164p-5, 0x1.642c8590b2164p-60, 0x1.642c8590b2164p-115, 0x1.642c8590b2164p-170},
      {0x1.47ae147ae147bp-5, -0x1.eb851eb851eb8p-61, -0x1.47ae147ae147bp-115, 0x1.eb851eb851eb8p-171},
      {0x1.2f684bda12f68p-5, 0x1.2f684bda12f68p-59, 0x1.2f684bda12f68p-113, 0x1.2f684bda12f68p-167},
      {0x1.1a7b9611a7b96p-5, 0x1.1a7b9611a7b96p-61, 0x1.1a7b9611a7b96p-117, 0x1.1a7b9611a7b96p-173},
      {0x1.0842108421084p-5, 0x1.0842108421084p-60, 0x1.0842108421084p-115, 0x1.0842108421084p-170},
      {0x1.f07c1f07c1f08p-6, -0x1.f07c1f07c1f08p-61, 0x1.f07c1f07c1f08p-116, -0x1.f07c1f07c1f08p-171},
      {0x1.d41d41d41d41dp-6, 0x1.0750750750750p-60, 0x1.d41d41d41d41dp-114, 0x1.0750750750750p-168},
      {0x1.bacf914c1bad0p-6, -0x1.bacf914c1bad0p-60, 0x1.bacf914c1bad0p-114, -0x1.bacf914c1bad0p-168},
      {0x1.a41a41a41a41ap-6, 0x1.0690690690690p-60, 0x1.a41a41a41a41ap-114, 0x1.0690690690690p-168},
      {0x1.8f9c18f9c18fap-6, -0x1.f3831f3831f38p-61, -0x1.8f9c18f9c18fap-116, 0x1.f3831f3831f38p-171},
      {0x1.7d05f417d05f4p-6, 0x1.7d05f417d05f4p-62, 0x1.7d05f417d05f4p-118, 0x1.7d05f417d05f4p-174},
      {0x1.6c16c16c16c17p-6, -0x1.f49f49f49f49fp-61, -0x1.27d27d27d27d2p-115, -0x1.f49f49f49f49fp-169},
      {0x1.5c9882b931057p-6, 0x1.310572620ae4cp-61, 0x1.0572620ae4c41p-115, 0x1.72620ae4c415dp-169},
  };
  return take_constant<W>::of(table[i]);
}

/** log((i + 11)/16), i = 0…12 */
template <class W> MX_HD W log_of_sixteenths(int i) {
  static constexpr double table[][4] = {
      {-0x1.7fafa3bd8151cp-2, 0x1.219024acd3b77p-58, -0x1.e657ce261e666p-112, -0x1.d51f3c3507988p-166},
      {-0x1.269621134db92p-2, -0x1.e0efadd9db02bp-56, 0x1.63d5cf0b6f233p-110, 0x1.2af2195297dc0p-164},
      {-0x1.a93ed3c8ad9e3p-3, -0x1.bcafa9de97203p-57, -0x1.ccdcee3115f1fp-111, 0x1.85d2308c09f94p-165},
      {-0x1.1178e8227e47cp-3, 0x1.0e63a5f01c691p-58, -0x1.03c776a3fb0f1p-112, 0x1.b4875c840f813p-166},
      {-0x1.08598b59e3a07p-4, 0x1.dd7009902bf32p-58, 0x1.a7da07274e01dp-113, -0x1.d18e5cb2c885fp-167},
      {0.0, 0.0, 0.0, 0.0},
      {0x1.f0a30c01162a6p-5, 0x1.85f325c5bbacdp-59, -0x1.0ece597165991p-113, -0x1.256d34c73d708p-167},
      {0x1.e27076e2af2e6p-4, -0x1.61578001e0162p-60, 0x1.55db94ebc4018p-116, -0x1.20d5045eed07cp-173},
      {0x1.5ff3070a793d4p-3, -0x1.bc60efafc6f6ep-58, -0x1.1406554719540p-113, -0x1.060ce71fa9809p-167},
      {0x1.c8ff7c79a9a22p-3, -0x1.4f689f8434012p-57, 0x1.a24ae3b2f53a1p-111, -0x1.ca47c9d1e1d98p-165},
      {0x1.1675cababa60ep-2, 0x1.ce63eab883717p-61, 0x1.1f833e82521e1p-119, -0x1.82b2cf0dc8f1ap-174},
      {0x1.4618bc21c5ec2p-2, 0x1.f42decdeccf1dp-56, -0x1.77d446996da00p-111, 0x1.68872796bdd6bp-165},
      {0x1.739d7f6bbd007p-2, -0x1.8c76ceb014b04p-56, -0x1.0d2a910f7918bp-111, 0x1.65d5eeef249e1p-166},
  };
  return take_constant<W>::of(table[i]);
}

/** Word i of 2/π: its bits of weight 2^−(32i−31) to 2^−32i; word 0 is the integer part. */
MX_HD uint32_t two_over_pi(int i) {
  static constexpr uint32_t words[] = {
      0x00000000u, 0xa2f9836eu, 0x4e441529u, 0xfc2757d1u, 0xf534ddc0u, 0xdb629599u, 0x3c439041u, 0xfe5163abu,
      0xdebbc561u, 0xb7246e3au, 0x424dd2e0u, 0x06492eeau, 0x09d1921cu, 0xfe1deb1cu, 0xb129a73eu, 0xe88235f5u,
      0x2ebb4484u, 0xe99c7026u, 0xb45f7e41u, 0x3991d639u, 0x835339f4u, 0x9c845f8bu, 0xbdf9283bu, 0x1ff897ffu,
      0xde05980fu, 0xef2f118bu, 0x5a0a6d1fu, 0x6d367ecfu, 0x27cb09b7u, 0x4f463f66u, 0x9e5fea2du, 0x7527bac7u,
      0xebe5f17bu, 0x3d0739f7u, 0x8a5292eau, 0x6bfb5fb1u, 0x1f8d5d08u, 0x56033046u, 0xfc7b6babu, 0xf0cfbc20u,
      0x9af4361du, 0xa9e39161u, 0x5ee61b08u, 0x6599855fu, 0x14a06840u, 0x8dffd880u, 0x4d732731u, 0x06061556u,
      0xca73a8c9u, 0x60e27bc0u, 0x8c6b47c4u,
  };
  return words[i];
}

}  // namespace detail
}  // namespace mx_runtime
