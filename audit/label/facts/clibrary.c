/* clibrary.c - see cplatform.h: headers of libraries that are known, which sources may include in quotes, and how what
 * they declare is called. No library stands here of which a function compiles, loads or runs code and is in no table. */
#include "cplatform.h"

#include <stddef.h>
#include <string.h>

/* Words between blanks; a * ends one that is a beginning. */
static const struct { const char *header, *call; } library[] = {
	{"Python.h structmember.h bytesobject.h frameobject.h pythread.h numpy/arrayobject.h numpy/ndarrayobject.h numpy/ufuncobject.h numpy/npy_math.h", "!PyInit_* Py[A-Z]* Py_* _Py_* NPY_*"},
	{"lua.h lauxlib.h lualib.h lua.hpp luajit.h", "lua_* luaL_* LUA_* LUAL_*"},
	{"glib.h glib-object.h glib/* gio/* gmodule.h", "!g_app_info_* !g_desktop_app_info_* !g_type_module_* !g_io_module* !g_io_modules* !g_spawn* g_* G_* GLIB_* N_ Q_ C_ NC_ MAX MIN CLAMP ABS GINT_TO_POINTER GPOINTER_TO_INT GUINT_TO_POINTER GPOINTER_TO_UINT"},
	{"gudev/gudev.h", "g_udev_*"},
	{"sam.h bam.h sam_header.h bam_endian.h bgzf.h faidx.h razf.h knetfile.h khash.h kstring.h kseq.h ksort.h kaln.h kprobaln.h errmod.h htslib/*",
	 "bam_* bam1_* sam_* hts_* bgzf_* fai_* faidx_* razf_* knet_* kh_* KHASH_* ks_* kseq_* KSEQ_* KSORT_* KSTREAM_* kput* ksprintf kstrsplit kstrtok kmemmem errmod_*"},
	{"cdio/audio.h cdio/cdio.h cdio/cdtext.h cdio/cd_types.h cdio/device.h cdio/disc.h cdio/ds.h cdio/iso9660.h cdio/logging.h cdio/mmc.h cdio/mmc_cmds.h cdio/mmc_hl_cmds.h "
	 "cdio/mmc_ll_cmds.h cdio/mmc_util.h cdio/read.h cdio/rock.h cdio/sector.h cdio/track.h cdio/types.h cdio/udf.h cdio/utf8.h cdio/util.h cdio/xa.h", "cdio_* mmc_* iso9660_*"},
	{"libavcodec/* libavformat/* libavutil/* libswscale/* libswresample/* libavfilter/*", "av_* avcodec_* avformat_* avio_* sws_* swr_*"},
	{"SDL.h SDL_main.h SDL_image.h SDL_mixer.h SDL_ttf.h SDL_net.h SDL_opengl.h SDL_syswm.h SDL_thread.h SDL_audio.h SDL2/*", "SDL_* IMG_* Mix_* TTF_*"},
	{"hdf5.h hdf5_hl.h H5Cpp.h", "H5[A-Z]*"},
	{"png.h libpng/png.h", "png_*"},
	{"libimagequant.h", "liq_*"},
	{"apr.h apr_* apu.h apu_*", "!apr_dso_* !apr_proc_create* !apr_procattr_* !apr_dbd_* !apr_hook_* apr_* APR_* apu_* APU_*"},
	{"mex.h", "!mexCallMATLAB* !mexEvalString* !mexCallMATLABWithTrap* mex* mx[A-Z]*"},
	{"jpeglib.h jerror.h", "jpeg_*"},
	{"tiff.h tiffio.h tiffio.hxx", "TIFF[A-Z]*"},
	{"cholmod.h amd.h colamd.h ccolamd.h camd.h umfpack.h klu.h SuiteSparseQR.hpp SuiteSparse_config.h UFconfig.h suitesparse/*", "cholmod_* amd_* umfpack_* klu_* colamd_*"},
	{"glpk.h", "glp_*"},
	{"openssl/*", "SSL_* EVP_* BIO_* ERR_* X509_* RSA_* BN_* EC_* OPENSSL_* CRYPTO_* RAND_* PEM_* ASN1_* M_ASN1_* HMAC_* DH_* DHparams_* DSA_* ECDSA_* ECDH_* i2d_* d2i_* OpenSSL_add_* PKCS7_* PKCS12_* MD5_* SHA1_* SHA256_* SHA512_* AES_* CONF_* OBJ_* sk_X509_* OCSP_*"},
	{"libxml/*", "!xmlModule* xml[A-Z]* BAD_CAST"},
	{"sndfile.h sndfile.hh", "sf_*"},
	{"alsa/*", "!snd_dl* snd_*"},
	{"portaudio.h", "Pa_*"},
	{"libusb.h libusb-1.0/libusb.h", "libusb_*"},
	{"wayland-client.h wayland-server.h wayland-util.h wayland-cursor.h wayland-egl.h wayland-client-core.h wayland-client-protocol.h wayland-server-core.h wayland-server-protocol.h", "wl_*"},
	{"xf86drm.h xf86drmMode.h libdrm/*", "drmMode* drmGet* drmIoctl drmOpen* drmClose drmFree*"},
	{"maxminddb.h", "MMDB_*"},
	{"GeoIP.h GeoIPCity.h", "GeoIP_*"},
	{"petsc.h petscksp.h petscsnes.h petscmat.h petscvec.h slepceps.h", "!PetscPOpen* !PetscDL* !PetscPython* !MatPython* !KSPPython* !SNESPython* !EPSPython* !VecCreateSeqViennaCL* !VecCreateMPIViennaCL* !VecViennaCL* !MatCreateSeqAIJViennaCL* !MatCreateAIJViennaCL* Petsc* Vec[A-Z]* Mat[A-Z]* KSP[A-Z]* SNES[A-Z]* EPS[A-Z]*"},
	{"pvm3.h", "!pvm_spawn* !pvm_addhosts* !pvm_start_* pvm_*"},
	{"QtCore/* QtGui/* QtWidgets/* QtNetwork/* QtSql/* QtXml/* QtDBus/* QtConcurrent/* QtTest/* QtCore QtGlobal QObject QString QStringList QByteArray QDebug QFile QDir QSettings QTimer QThread QWidget QApplication QCoreApplication",
	 "!Q_IMPORT_PLUGIN* !Q_COREAPP_* !QT_MOC_EXPORT* !QT_PLUGIN* !QProcess* !QLibrary* !QPlugin* !QQml* !QQuick* !QJS* !QScript* !QWeb* !QDesktopServices* !QOpenGL* !QGL* !QShader* !QRhi* !QVulkan* !QRunnable* !QFactory* !QStylePlugin* !QSql* "
	 "!qputenv !qunsetenv !qml* !qLoad* Q_* Q[A-Z]* q[A-Z]* QT_* SIGNAL SLOT qint8 qint16 qint32 qint64 quint8 quint16 quint32 quint64 qreal deleteLater beginInsertRows endInsertRows beginRemoveRows endRemoveRows beginResetModel endResetModel "
	 "setWindowTitle saveGeometry restoreGeometry"},
	{"boost/*", "!BOOST_DLL_* !BOOST_PYTHON_* !BOOST_COMPUTE_* BOOST_*"},
	{"gtest/gtest.h gmock/gmock.h", "MOCK_METHOD* MOCK_CONST_METHOD* ON_CALL ADD_FAILURE* SCOPED_TRACE INSTANTIATE_TEST_* GTEST_* ElementsAre* NotNull IsNull DoAll StrEq HasSubstr "
	 "SetArgPointee SetArgReferee"},
	{"gmp.h gmpxx.h", "mpz_* mpq_* mpf_* mpn_* gmp_*"},
	{"lmdb.h", "mdb_*"},
	{"uv.h", "!uv_spawn* !uv_dl* uv_*"},
	{"gssapi.h gssapi/gssapi.h gssapi/gssapi_krb5.h", "gss_* GSS_*"},
	{"curses.h ncurses.h ncurses/* ncursesw/* term.h", "setupterm set_curterm del_curterm tigetflag tigetnum tigetstr tputs tparm tgetent tgetflag tgetnum tgetstr tgoto putp initscr endwin newterm newwin delwin newpad subwin derwin wrefresh wnoutrefresh doupdate "
	 "wgetch mvaddstr mvaddch mvprintw mvwprintw mvwaddstr mvwaddch wprintw printw waddstr waddch waddnstr wattron wattroff wattrset wbkgd wborder wclear werase wmove wclrtoeol clrtoeol clrtobot cbreak nocbreak noecho nonl keypad nodelay curs_set start_color "
	 "init_pair has_colors use_default_colors COLOR_PAIR getmaxyx getyx napms beep flash ungetch def_prog_mode reset_prog_mode"},
	{"readline/readline.h readline/history.h", "!rl_variable_bind !rl_parse_and_bind rl_* add_history using_history read_history write_history clear_history history_*"},
	{"allheaders.h leptonica/*", "!pixDisplay* !pixView* !pixaDisplay* !l_file* pix[A-Z]* pixa[A-Z]* pixcmap[A-Z]* boxCreate* boxDestroy* boxGet* boxaGet* boxaCreate* boxaDestroy* numaGet* numaCreate* numaDestroy* GET_DATA_* SET_DATA_*"},
	{"ilcplex/cplex.h cplex.h", "CPX*"},
	{"unicode/utypes.h unicode/uchar.h unicode/ustring.h unicode/unistr.h unicode/utf8.h unicode/ucnv.h unicode/ucol.h unicode/uloc.h unicode/uregex.h unicode/brkiter.h", "u_* U_* U8_* U16_* ucnv_* ucol_* unorm2_* ubrk_* utext_* ucasemap_* uset_* ubidi_*"},
	{"absl/*", "ABSL_* QCHECK*"},
	{"X11/Intrinsic.h X11/IntrinsicP.h X11/StringDefs.h X11/Shell.h X11/Xaw/* X11/Xmu/* Xm/*", "Xt[A-Z]* Xaw[A-Z]* Xmu[A-Z]* Xm[A-Z]*"},
	{"flint.h fmpz.h fmpz_mat.h flint/*", "fmpz_* fmpq_* nmod_* flint_*"},
	{"termkey.h", "termkey_*"},
	{"unibilium.h", "unibi_*"},
	{"EXTERN.h perl.h XSUB.h ppport.h", "sv_* newSV* newRV* newAV newHV av_* hv_* mg_* gv_stashpv SvIV SvUV SvNV SvPV SvPV_* SvPOK SvIOK SvNOK SvOK SvROK SvRV SvTYPE SvSTASH SvREFCNT* SvMAGICAL SvTRUE SvCUR* SvLEN* "
	 "SvPVX* SvRMAGICAL SvGMAGICAL SvUTF8* ST XSRETURN* XST_* dXSARGS dSP dMARK ENTER LEAVE SAVETMPS FREETMPS PUSHMARK PUTBACK SPAGAIN EXTEND PUSHs XPUSHs mPUSHs mXPUSHs POPs POPi POPn"},
	{"ruby.h ruby/*", "rb_define_* rb_str_* rb_ary_* rb_hash_* rb_intern* rb_raise rb_gc_* rb_scan_args rb_float_* rb_int2* rb_num2* StringValue* RSTRING_* RARRAY_* RFLOAT_* NUM2* INT2* UINT2* LONG2* Data_* TypedData_* Check_Type "
	 "NIL_P RTEST ID2SYM SYM2ID"},
	{"windows.h Windows.h winsock2.h ws2tcpip.h", "RegOpenKeyEx* RegQueryValueEx* RegCloseKey RegSetValueEx* RegCreateKeyEx* GetSystemTime* GetTickCount* QueryPerformance* IsDebuggerPresent DebugBreak OutputDebugString* GetLastError SetLastError "
	 "Sleep FreeLibrary ioctlsocket closesocket WSA* GetModuleFileName* CreateFile* ReadFile WriteFile CloseHandle CreateEvent* SetEvent ResetEvent WaitForSingleObject* WaitForMultipleObjects* InitializeCriticalSection* EnterCriticalSection "
	 "LeaveCriticalSection DeleteCriticalSection Tls[A-Z]* Interlocked* GetSystemInfo GetVersionEx* GetCurrentProcess* GetCurrentThread* SetThreadPriority SetPriorityClass GetProcessTimes GetStdHandle SetConsole* GetConsole* "
	 "MultiByteToWideChar WideCharToMultiByte FindFirstFile* FindNextFile* FindClose GetFileAttributes* DeleteFile* CreateDirectory* GetTempPath* GetCurrentDirectory* FormatMessage* LocalFree GlobalMemoryStatus*"},
	{"utempter.h", "utempter_*"},
	{"zlib.h", "deflate deflateInit deflateInit2 deflateEnd deflateReset deflateBound deflateParams deflateSetDictionary deflateSetHeader deflateCopy deflateTune deflatePrime inflate inflateInit inflateInit2 inflateEnd inflateReset "
	 "inflateReset2 inflateSync inflateCopy inflateSetDictionary inflateGetHeader inflateBack inflateBackInit inflateBackEnd compress compress2 compressBound uncompress uncompress2 crc32 crc32_combine adler32 adler32_combine "
	 "zlibVersion zError gzopen gzdopen gzread gzwrite gzclose gzclose_r gzclose_w gzgets gzputs gzprintf gzgetc gzputc gzeof gzerror gzseek gztell gzflush gzrewind gzbuffer gzsetparams gzungetc gzclearerr gzoffset gzdirect"},
	{"infiniband/*", "ibv_* rdma_*"},
	{"rdma/*", "rdma_*"},
	{"ldap.h", "ldap_* ldapssl_* ber_*"},
	{"brotli/*", "BrotliEncoder* BrotliDecoder*"},
	{"systemd/sd-daemon.h systemd/sd-journal.h systemd/sd-bus.h systemd/sd-login.h systemd/sd-event.h", "sd_notify* sd_listen_fds* sd_is_* sd_booted sd_journal_* sd_event_*"},
	{"valgrind.h memcheck.h valgrind/*", "VALGRIND_* RUNNING_ON_VALGRIND CALLGRIND_* HELGRIND_* ANNOTATE_*"},
	{"arm_neon.h", "vaba* vabd* vabs* vadd* vand* vbic* vbsl* vcage* vcagt* vceq* vcge* vcgt* vcle* vcls* vclt* vclz* vcnt* vcombine_* vcopy* vcreate_* vcvt* vdiv* vdot* vdup* veor* vext_* vextq_* vfma* vfms* vget_* vgetq_* vhadd* vhsub* vld1* vld2* vld3* "
	 "vld4* vmax* vmin* vmla* vmls* vmov_* vmovl* vmovn* vmovq_* vmul* vmvn* vneg* vorn* vorr* vpadal* vpadd* vpmax* vpmin* vqabs* vqadd* vqdmul* vqmov* vqneg* vqrdm* vqrsh* vqshl* vqshr* vqsub* vqtbl* vqtbx* vraddhn* vrecp* vreinterpret* vrev* vrhadd* vrnd* "
	 "vrsh* vrsqrt* vrsra* vset_* vsetq_* vshl* vshr* vsli* vsqrt* vsra* vsri* vst1* vst2* vst3* vst4* vsub* vtbl* vtbx* vtrn* vtst* vuzp* vzip*"},
};

/* Of libraries that are known by their headers alone. */
static const char *const header[] = {
	"mpi.h", "omp.h", "openacc.h", "cuda.h", "cuda_runtime.h", "cuda_runtime_api.h", "cuda_fp16.h", "device_launch_parameters.h", "cublas.h", "cublas_v2.h", "cublasLt.h", "curand.h",
	"curand_kernel.h", "cudnn.h", "cufft.h", "cusparse.h", "cusolverDn.h", "nccl.h", "nvml.h", "nvToolsExt.h", "cblas.h", "lapacke.h", "clapack.h", "f2c.h", "fftw3.h", "fftw3-mpi.h", "mpfr.h",
	"zconf.h", "bzlib.h", "lzma.h", "lz4.h", "lz4frame.h", "lz4hc.h", "zstd.h", "zstd_errors.h", "zdict.h", "snappy.h", "snappy-c.h", "libdeflate.h", "lzo/*", "popt.h", "uuid.h",
	"numa.h", "numaif.h", "libaio.h", "liburing.h", "hwloc.h", "sqlite3.h", "gdbm.h", "ndbm.h", "leveldb/*", "expat.h", "jansson.h", "cJSON.h", "yaml.h", "gif_lib.h", "webp/*", "netcdf.h", "netcdf.hh",
	"uuid/uuid.h", "zmq.h", "zmq.hpp", "nanomsg/*", "hiredis.h", "mysql.h", "mysql/mysql.h", "libpq-fe.h", "sqlext.h", "sqltypes.h", "sqlucode.h", "papi.h", "unwind.h", "libunwind.h",
	"gsl/*", "editline/*", "histedit.h", "curl/curl.h", "curl/easy.h", "microhttpd.h", "event2/*", "pcap.h", "pcap/*", "pcre.h", "pcreposix.h", "oniguruma.h",
	"GL/gl.h", "GL/glu.h", "GL/glut.h", "GL/glx.h", "GL/glext.h", "GL/glew.h", "GL/freeglut.h", "GLFW/glfw3.h", "EGL/egl.h", "EGL/eglext.h", "GLES2/gl2.h", "GLES3/gl3.h", "glm/*", "vulkan/vulkan.h", "ft2build.h", "freetype/*", "fontconfig/*",
	"cairo.h", "cairo/*", "pango/*", "gtk/gtk.h", "gdk/*", "gdk-pixbuf/*", "atk/*", "libnotify/notify.h", "dbus/dbus.h", "libinput.h", "libudev.h", "xkbcommon/*", "pixman.h", "gbm.h", "systemd/*", "security/pam_appl.h", "security/pam_modules.h",
	"pulse/*", "jack/jack.h", "lv2.h", "lv2/*", "ladspa.h", "dssi.h", "samplerate.h", "soundtouch/*", "FLAC/*", "ogg/ogg.h", "vorbis/*", "opus/opus.h", "opus.h", "mpg123.h", "lame/lame.h", "speex/*", "taglib/*", "hamlib/*",
	"m_pd.h", "gtest/gtest-spi.h", "catch.hpp", "catch2/*", "doctest.h", "doctest/*", "cppunit/*", "CUnit/*", "cmocka.h", "benchmark/benchmark.h", "UnitTest++.h", "theft.h",
	"eigen3/*", "Eigen/*", "unsupported/Eigen/*", "blitz/array.h", "NTL/*", "flint/*", "givaro/*", "fflas-ffpack/*", "metis.h", "parmetis.h", "scotch.h", "dsdp5.h", "slu_ddefs.h", "superlu/*", "nlopt.h", "nlopt.hpp",
	"picosat.h", "minisat/*", "aiger.h", "tbb/*", "oneapi/tbb/*", "CGAL/*", "Magick++.h", "cudd.h", "ocradlib.h", "wand/MagickWand.h", "MagickWand/*", "tesseract/*", "gdal.h", "gdal_priv.h", "ogr_api.h",
	"ogrsf_frmts.h", "proj_api.h", "geos_c.h", "shapefil.h", "ncl.h", "ncl/*", "nxs*", "Bpp/*", "seqan/*", "google/protobuf/*", "grpcpp/*", "glog/logging.h", "gflags/gflags.h", "spdlog/*", "nlohmann/*", "rapidjson/*", "tinyxml.h", "tinyxml2.h", "pugixml.hpp",
	"CoinSort.hpp", "CoinError.hpp", "CoinPragma.hpp", "CoinMpsIO.hpp", "CoinPackedMatrix.hpp", "CoinPackedVector.hpp", "CoinWarmStart.hpp", "CoinWarmStartBasis.hpp", "CoinHelperFunctions.hpp", "CoinTime.hpp", "CoinTypes.hpp", "CoinUtilsConfig.h", "CoinFinite.hpp",
	"CoinLpIO.hpp", "CoinParam.hpp", "CoinModel.hpp", "CoinBuild.hpp", "CoinFileIO.hpp", "CoinMessage.hpp", "CoinMessageHandler.hpp", "CoinShallowPackedVector.hpp", "CoinIndexedVector.hpp", "CoinFloatEqual.hpp",
	"OsiColCut.hpp", "OsiUnitTests.hpp", "CglCutGenerator.hpp", "CglTwomir.hpp", "CglFlowCover.hpp", "CglClique.hpp", "OsiSolverInterface.hpp", "OsiClpSolverInterface.hpp", "OsiCuts.hpp", "OsiRowCut.hpp", "OsiConfig.h", "ClpSimplex.hpp", "CbcModel.hpp", "CglGomory.hpp", "CglProbing.hpp", "CglKnapsackCover.hpp", "gurobi_c.h", "lpsolve/lp_lib.h",
	"boinc_api.h", "rav1e.h", "aom/*", "dav1d/dav1d.h", "x264.h", "x265.h", "vpx/*", "libheif/*", "lcms2.h", "openjpeg.h", "exiv2/exiv2.hpp", "projectM.hpp", "fstrm.h", "lwip/*", "talloc.h", "fcgiapp.h", "fcgi_stdio.h",
	"krb5.h", "tcpd.h", "sasl/sasl.h", "sodium.h", "gcrypt.h", "gpg-error.h", "gnutls/*", "nettle/*", "mbedtls/*", "argon2.h", "blake2.h", "xxhash.h",
};

/* Does s fit a word of a list before any that begins with !? [A-Z] stands for a capital. */
static int
fits(const char *s, const char *word)
{
	while (*word) {
		const char *at = s;
		int not = *word == '!';

		for (word += not; *word && *word != ' ' && *word != '*'; at++, word++) {
			int capital = strncmp(word, "[A-Z]", 5) == 0;
			if (capital ? *at < 'A' || *at > 'Z' : *at != *word)
				break;
			word += capital ? 4 : 0;
		}
		if (*word == '*' || (!*at && (!*word || *word == ' ')))
			return !not;
		word += strcspn(word, " ");
		word += strspn(word, " ");
	}
	return 0;
}

uint64_t
c_library(const char *path)
{
	for (size_t i = 0; i < sizeof library / sizeof *library; i++)
		if (fits(path, library[i].header))
			return (uint64_t)1 << i;
	return 0;
}

int
c_is_library_header(const char *path)
{
	for (size_t i = 0; i < sizeof header / sizeof *header; i++)
		if (*header[i] == *path && fits(path, header[i]))
			return 1;
	return c_library(path) != 0;
}

int
c_library_has(uint64_t libraries, const char *name)
{
	for (size_t i = 0; i < sizeof library / sizeof *library; i++)
		if (libraries >> i & 1 && fits(name, library[i].call))
			return 1;
	return 0;
}

_Static_assert(sizeof library / sizeof *library <= 64, "a bit each");
